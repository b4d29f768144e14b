// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract StrictPermit {
    mapping(address => uint256) public nonces;
    mapping(address => mapping(address => uint256)) public allowance;

    event Approval(address indexed holder, address indexed spender, uint256 value);

    function permit(address holder, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "late");
        bytes32 body = keccak256(abi.encode(holder, spender, value, nonces[holder]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", domain(), body));
        address who = ecrecover(digest, v, r, s);
        require(who != address(0) && who == holder, "bad signature");
        allowance[holder][spender] = value;
        emit Approval(holder, spender, value);
    }

    function domain() public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this)));
    }
}
