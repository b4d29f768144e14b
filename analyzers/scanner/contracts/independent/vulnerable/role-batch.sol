pragma solidity 0.5.10;

contract RoleBatch {
    mapping(bytes32 => bool) public approved;
    address internal council = msg.sender;

    function approveBatch(bytes32 h) external {
        require(msg.sender == council);
        approved[h] = true;
    }

    function execute(address[] calldata admins, address[] calldata regulars) external view returns (bool) {
        bytes memory packed = abi.encodePacked(admins, regulars); // expect: hash-collision
        return approved[keccak256(packed)];
    }
}
