pragma solidity ^0.8.3;

contract NameClaims {
    mapping(bytes32 => address) public holder;

    function claim(string calldata first, string calldata last) external {
        bytes32 key = keccak256(abi.encodePacked(first, last)); // expect: hash-collision
        require(holder[key] == address(0), "claimed");
        holder[key] = msg.sender;
    }
}
