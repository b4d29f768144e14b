// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract UsedVoucher {
    address public immutable issuer = msg.sender;
    mapping(bytes32 => bool) public used;
    mapping(address => uint256) public credit;

    function redeem(uint256 amount, bytes32 id, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 digest = keccak256(abi.encode(block.chainid, address(this), msg.sender, amount, id));
        require(!used[digest], "used");
        used[digest] = true;
        address signer = ecrecover(digest, v, r, s);
        if (signer == address(0) || signer != issuer) revert("signature");
        credit[msg.sender] += amount;
    }
}
